/** A bar on a terminal; nothing in a file. */
export function showProgress(label: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((30 * done) / Math.max(1, total));
  const bar = `${'█'.repeat(filled)}${'░'.repeat(30 - filled)}`;
  process.stderr.write(`\r${label.padEnd(28)} ${bar} ${done}/${total}${done >= total ? '\n' : ''}`);
}
