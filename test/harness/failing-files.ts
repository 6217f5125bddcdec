import files, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const calls = ['mkdir', 'open', 'readdir', 'rename', 'rm', 'stat', 'utimes'] as const;
const handleCalls = ['appendFile', 'sync', 'stat', 'close'] as const;

export interface FileFault {
  /** Counted from 0. */
  at: number;
  code: 'ENOSPC' | 'EIO';
}

type Call = (...given: unknown[]) => Promise<unknown>;

/** Runs `work` while the call on files at `fault.at` fails instead; the names of the calls, of the whole process. */
export async function runWithFileFault<Result>(
  work: () => Promise<Result>,
  fault?: FileFault,
): Promise<{ result: PromiseSettledResult<Result>; called: string[] }> {
  const called: string[] = [];
  const take = (name: string) => {
    called.push(name);
    if (called.length - 1 !== fault?.at) return;
    throw Object.assign(new Error(`${fault.code}: a fault of the test, ${name}`), { code: fault.code });
  };
  const real = new Map<string, Call>();
  const module = files as unknown as Record<string, Call>;
  for (const name of calls) {
    const call = module[name] as Call;
    real.set(name, call);
    module[name] = async (...given) => {
      take(name);
      const result = await call(...given);
      // What only reads is closed by its stream, which nobody waits for.
      return name === 'open' ? watchHandle(result as FileHandle, given[1] !== 'r', take) : result;
    };
  }
  syncBuiltinESMExports();
  try {
    const [result] = await Promise.allSettled([work()]);
    return { result: result as PromiseSettledResult<Result>, called };
  } finally {
    for (const [name, call] of real) module[name] = call;
    syncBuiltinESMExports();
  }
}

function watchHandle(handle: FileHandle, isWritten: boolean, take: (name: string) => void): FileHandle {
  const own = handle as unknown as Record<string, Call>;
  for (const name of handleCalls) {
    if (name === 'close' && !isWritten) continue;
    const call = own[name]?.bind(handle) as Call;
    own[name] = async (...given) => {
      // A file that cannot be closed is closed all the same.
      if (name === 'close') await call(...given);
      take(`handle.${name}`);
      return name === 'close' ? undefined : call(...given);
    };
  }
  return handle;
}
