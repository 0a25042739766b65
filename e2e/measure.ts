// Figures of the browse page against a running service: `npm run measure -w e2e -- http://localhost:3000`.
// First load of JavaScript, layout shift, the time from a key press to the painted result, and scrolling, with 5,000 tools.
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';

const TOOLS = 5000;
const TYPED = 'team calendar';
const base = process.argv[2] ?? 'http://localhost:3000';

const words = ['team', 'wiki', 'calendar', 'notes', 'mail', 'metrics', 'chat', 'forms', 'vault', 'board'];
const word = (seed: number) => words[seed % words.length] ?? '';
const tools = Array.from({ length: TOOLS }, (_, id) => ({
  id: id + 1,
  name: `${word(id)} ${word(id * 7 + 3)} ${id}`,
  description: `A ${word(id * 3)} for every ${word(id * 5 + 1)} that needs ${word(id * 11 + 2)} and ${word(id * 13)}.`,
  category: `Category ${id % 80}`,
  websiteUrl: null,
  iconUrl: null,
  createdBy: null,
  features: [word(id * 17), word(id * 19 + 4)],
  tags: [word(id * 23 + 5), `tag ${id % 120}`],
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-01T00:00:00.000Z',
  ratingCount: id % 40,
  avgUsefulness: id % 40 === 0 ? null : 1 + (id % 5),
  avgUsability: id % 40 === 0 ? null : 1 + (id % 5),
  avgCombined: id % 40 === 0 ? null : 1 + (id % 5),
}));

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
const scripts: Promise<number>[] = [];
page.on('response', (response) => {
  if (new URL(response.url()).pathname.endsWith('.js'))
    scripts.push(response.body().then((body) => gzipSync(body).length));
});
await page.route('**/api/tools?*', (route) => route.fulfill({ json: tools }));
await page.addInitScript(`
  window.shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
`);
await page.goto(base);
await page.getByRole('article').first().waitFor();
await page.waitForLoadState('networkidle');
const sizes = await Promise.all(scripts);
const shift = await page.evaluate<number>('window.shift');

// Two frames after the key: in the second, what the first one painted is on the screen.
await page.evaluate(`
  window.times = [];
  document.querySelector('#search').addEventListener('input', (event) => {
    const start = event.timeStamp;
    requestAnimationFrame(() => requestAnimationFrame(() => window.times.push(performance.now() - start)));
  });
`);
for (let round = 0; round < 3; round += 1) {
  await page.locator('#search').fill('');
  await page.locator('#search').pressSequentially(TYPED, { delay: 150 });
}
const times = (await page.evaluate<number[]>('window.times')).toSorted((a, b) => a - b);
const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? NaN);

// Scrolling through all of it: the time from one frame to the next, while the wheel turns.
await page.locator('#search').fill('');
await page.getByRole('article').first().waitFor();
await page.evaluate(`
  window.frameTimes = [];
  let last = performance.now();
  const next = (now) => { window.frameTimes.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
`);
for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 400);
const frames = (await page.evaluate<number[]>('window.frameTimes')).toSorted((a, b) => a - b);
const frameAt = (share: number) => Math.round(frames[Math.floor(frames.length * share)] ?? NaN);

const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
console.log(`JavaScript of the first load: ${kilobytes.toFixed(1)} KB gzip in ${sizes.length} files`);
console.log(`Layout shift: ${shift.toFixed(4)}`);
console.log(`Key press to painted result, ${TOOLS} tools: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
console.log(
  `Scrolling, ${TOOLS} tools: a frame every ${frameAt(0.5)} ms (median), 95th percentile ${frameAt(0.95)} ms`,
);
await browser.close();
