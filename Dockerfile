# The service as a small image: Node, the production dependencies (all of them JavaScript), the sources, which Node runs as
# they are, and the built pages. Runs as user `node`, writes nowhere but in /data.

FROM --platform=$BUILDPLATFORM node:26-slim AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/

# The compilers of the pages come as optional packages, one for each platform.
FROM sources AS pages
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY contract contract
COPY web web
RUN npm run build

FROM sources AS dependencies
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace=@toolscore/server \
 && rm -rf node_modules/.package-lock.json /root/.npm

FROM node:26-alpine
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY contract contract
COPY server server
COPY --from=pages /app/web/dist web/dist
RUN mkdir /data && chown node:node /data && ln -s /app/server/src/cli/main.ts /usr/local/bin/toolscore
ARG COMMIT_SHA=""
ARG BUILD_DATE=""
ENV COMMIT_SHA=$COMMIT_SHA BUILD_DATE=$BUILD_DATE
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=25", "server/src/main.ts"]
