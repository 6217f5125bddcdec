#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(program)) {
  console.error('The program is not built yet. Run: npm run build');
  process.exit(69);
}
await import(program.href);
