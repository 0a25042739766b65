#!/usr/bin/env node
// `toolscore`: import and export over HTTP, and care for the configured database on the machine that has it.
import { toolscore } from './run.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await toolscore(process.argv.slice(2), processTerminal);
