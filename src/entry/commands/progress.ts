/** A progress line: redrawn on a terminal, otherwise written once at the end. */
export interface Progress {
  update(done: number, all: number, note?: string): void;
  end(note?: string): void;
}

const barWidth = 24;

/** A terminal or any other text output. */
export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgress(title: string, output: ProgressOutput = process.stderr): Progress {
  let last = '';
  let drawnAt = 0;
  const draw = (line: string) => {
    last = line;
    if (!output.isTTY) return;
    const now = Date.now();
    if (now - drawnAt < 50) return;
    drawnAt = now;
    output.write(`\r\u001b[2K${line}`);
  };
  return {
    update(done, all, note = '') {
      const share = all > 0 ? Math.min(1, done / all) : 0;
      const filled = Math.round(share * barWidth);
      draw(
        `${title} [${'█'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${Math.round(share * 100)} %  ${done}/${all} ${note}`.trimEnd(),
      );
    },
    end(note) {
      const line = note === undefined ? last : `${title}: ${note}`;
      output.write(output.isTTY ? `\r\u001b[2K${line}\n` : `${line}\n`);
    },
  };
}
