// `node bench/src/ranking.ts`: how well rankings find the truth, where the truth is known. Made-up tools of known quality get
// votes from few or many people, a tenth of them stuffed or none; each ranking is compared with the true order. The same
// figures at every run.
import { explainScore, spreadOf } from '../../server/src/features/scores/rules.ts';
import { createRandom } from './data.ts';

const TOOLS = 400;
const RUNS = 100;
const TOP = 20;
/** Part of the votes that are stuffed, and of the tools that they go to: all fives. */
const STUFFED = 0.1;
const STUFFED_TOOLS = 0.05;
const WEIGHTS = [1, 2, 5, 10, 20, 50];
const QUALITY = { mean: 3.3, deviation: 0.6 };
/** How much people differ about one tool. */
const TASTE = 1;
const Z_95 = 1.96;
const LEVELS = [1, 2, 3, 4, 5];

/** How many people rate each tool; real catalogues are mixed: most tools have a handful, few have hundreds. */
const crowds: Record<string, (random: () => number) => number> = {
  'few (1 to 8)': (random) => 1 + Math.floor(random() * 8),
  'many (50 to 200)': (random) => 50 + Math.floor(random() * 151),
  'mixed (1 to 200)': (random) => 1 + Math.floor(random() ** 4 * 200),
};

interface Tool {
  quality: number;
  /** How often each score was given, 1 to 5. */
  votes: number[];
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const toScore = (value: number) => Math.min(5, Math.max(1, Math.round(value)));

function createTools(random: () => number, crowd: (random: () => number) => number, stuffed: boolean): Tool[] {
  const tools = Array.from({ length: TOOLS }, () => {
    const quality = Math.min(5, Math.max(1, QUALITY.mean + QUALITY.deviation * normal(random)));
    const votes = [0, 0, 0, 0, 0];
    for (let count = crowd(random); count > 0; count -= 1) vote(votes, toScore(quality + TASTE * normal(random)));
    return { quality, votes };
  });
  if (!stuffed) return tools;
  const honest = tools.reduce((sum, tool) => sum + countOf(tool), 0);
  const cheats = tools.filter(() => random() < STUFFED_TOOLS);
  for (let count = (honest * STUFFED) / (1 - STUFFED); count >= 1; count -= 1) {
    const cheat = cheats[Math.floor(random() * cheats.length)];
    if (cheat) vote(cheat.votes, 5);
  }
  return tools;
}

function vote(votes: number[], score: number): void {
  votes[score - 1] = (votes[score - 1] ?? 0) + 1;
}

const countOf = ({ votes }: Tool) => votes.reduce((a, b) => a + b, 0);
const sumOf = ({ votes }: Tool) => votes.reduce((sum, count, index) => sum + count * (index + 1), 0);

/** Lower end of the 95 % interval of the share of fours and fives. */
function wilson(tool: Tool): number {
  const n = countOf(tool);
  const share = ((tool.votes[3] ?? 0) + (tool.votes[4] ?? 0)) / n;
  const z = Z_95 ** 2 / n;
  return (share + z / 2 - Z_95 * Math.sqrt((share * (1 - share) + z / 4) / n)) / (1 + z);
}

function scoresByRanking(tools: readonly Tool[]): Record<string, number[]> {
  const mean = tools.reduce((sum, tool) => sum + sumOf(tool), 0) / tools.reduce((sum, tool) => sum + countOf(tool), 0);
  const bayesian = (m: number) => tools.map((tool) => (mean * m + sumOf(tool)) / (m + countOf(tool)));
  return {
    'plain mean': tools.map((tool) => sumOf(tool) / countOf(tool)),
    ...Object.fromEntries(WEIGHTS.map((m) => [`Bayesian, m = ${m}`, bayesian(m)])),
    'Wilson lower bound': tools.map(wilson),
  };
}

/** Ranks from 1; equal values share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  const result = values.map(() => 0);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (order[end]?.value === order[start]?.value && end < order.length) end += 1;
    for (const { index } of order.slice(start, end)) result[index] = (start + end + 1) / 2;
    start = end;
  }
  return result;
}

/** Spearman's rank correlation. */
function spearman(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [ranks(a), ranks(b)];
  const middle = (a.length + 1) / 2;
  let product = 0;
  let squares = [0, 0];
  for (const [index, rank] of left.entries()) {
    const [x, y] = [rank - middle, (right[index] ?? 0) - middle];
    product += x * y;
    squares = [(squares[0] ?? 0) + x * x, (squares[1] ?? 0) + y * y];
  }
  return product / Math.sqrt((squares[0] ?? 0) * (squares[1] ?? 0));
}

/** Mean true quality of what a ranking puts on top. */
function qualityOfTop(tools: readonly Tool[], scores: readonly number[]): number {
  const order = tools.map((tool, index) => ({ tool, score: scores[index] ?? 0 })).toSorted((a, b) => b.score - a.score);
  return order.slice(0, TOP).reduce((sum, { tool }) => sum + tool.quality, 0) / TOP;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** What a tool of that quality is rated on average by everybody. */
function expectedScore(quality: number): number {
  const steps = 2000;
  let sum = 0;
  let weight = 0;
  for (let step = 0; step <= steps; step += 1) {
    const z = (step / steps - 0.5) * 10;
    const density = Math.exp((-z * z) / 2);
    sum += toScore(quality + TASTE * z) * density;
    weight += density;
  }
  return sum / weight;
}

/** How often the 95 % interval of the service has the true average in it, without stuffed votes. */
function coverage(tools: readonly Tool[], weight: number): number {
  const buckets = ({ votes }: Tool) => LEVELS.map((score) => ({ score, count: votes[score - 1] ?? 0 }));
  const all = spreadOf(
    LEVELS.map((score) => ({ score, count: tools.reduce((sum, t) => sum + (t.votes[score - 1] ?? 0), 0) })),
  );
  const hits = tools.filter((tool) => {
    const { low, high } = explainScore(spreadOf(buckets(tool)), all, weight);
    const truth = expectedScore(tool.quality);
    return low !== null && high !== null && low <= truth && truth <= high;
  });
  return hits.length / tools.length;
}

const table = new Map<string, Record<string, string>>();
function note(ranking: string, column: string, value: string): void {
  table.set(ranking, { ...table.get(ranking), [column]: value });
}

for (const [crowd, sizeOf] of Object.entries(crowds)) {
  for (const stuffed of [false, true]) {
    const results = new Map<string, { correlation: number[]; top: number[] }>();
    const covered: number[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      const tools = createTools(createRandom(run), sizeOf, stuffed);
      const truth = tools.map(({ quality }) => quality);
      for (const [ranking, scores] of Object.entries(scoresByRanking(tools))) {
        const result = results.get(ranking) ?? { correlation: [], top: [] };
        result.correlation.push(spearman(scores, truth));
        result.top.push(qualityOfTop(tools, scores));
        results.set(ranking, result);
      }
      if (!stuffed && run <= 10) covered.push(coverage(tools, 5));
    }
    const column = `${crowd}${stuffed ? ', stuffed' : ''}`;
    for (const [ranking, { correlation, top }] of results) {
      note(ranking, column, `${mean(correlation).toFixed(3)} / ${mean(top).toFixed(2)}`);
    }
    if (!stuffed)
      console.log(`${crowd}: the 95 % interval (m = 5) has the truth in ${(mean(covered) * 100).toFixed(1)} %`);
  }
}

const columns = Object.keys(table.values().next().value ?? {});
console.log(
  `\nSpearman's rank correlation with the truth / mean true quality of the top ${TOP}; ${TOOLS} tools, ${RUNS} runs\n`,
);
console.log(`| ranking | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`);
for (const [ranking, row] of table) console.log(`| ${ranking} | ${columns.map((column) => row[column]).join(' | ')} |`);
