// Runs the journeys against the real server on a free port, with a database of its own that is thrown away.
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// This file is read again by every worker; the environment carries the choices of the first reading to them.
process.env['E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'toolscore-e2e-'));
process.env['E2E_PORT'] ??= String(await findFreePort());
const baseURL = `http://localhost:${process.env['E2E_PORT']}`;

export default defineConfig({
  testDir: 'tests',
  outputDir: join(process.env['E2E_FOLDER'], 'results'),
  fullyParallel: true,
  workers: 2,
  // Generous: machines may be busy with other things.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'en-GB',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    // Colours are measured, and one that is on its way to another is neither.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'data', testDir: 'setup', testMatch: 'data.ts' },
    { name: 'journeys', dependencies: ['data'] },
  ],
  webServer: {
    command: 'node server/src/main.ts',
    cwd: '..',
    url: `${baseURL}/api/healthz`,
    env: {
      NODE_ENV: 'development',
      PORT: process.env['E2E_PORT'],
      DATA_DIR: join(process.env['E2E_FOLDER'], 'data'),
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: 'admin-secret',
      ANONYMOUS_VOTE_LIMIT: '0',
      LOGIN_ATTEMPT_LIMIT: '1000',
      EVENT_LOOP_LIMIT: '0',
      LOG_LEVEL: 'warn',
    },
  },
});
