import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type SystemError = Error & {
  code?: string;
  syscall?: string;
  path?: string;
  port?: number;
  address?: string;
};

/** One sentence and what to do, of a failure that a person can mend; undefined: a fault of the program. */
export function explainFailure(error: unknown, environment: Environment): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const failure = error as SystemError;
  if (failure.syscall === 'listen' || failure.syscall === 'bind') return explainListening(failure);
  if (isFull(failure)) return `The disk is full (${failure.message}). Make room and start again.`;
  if (error instanceof DatabaseUnavailable || isRefusedByDatabase(failure))
    return explainDatabase(failure, environment);
  return explainFile(failure);
}

function explainListening({ code, port, address, message }: SystemError): string {
  const place = `port ${port}${address === undefined ? '' : ` of ${address}`}`;
  switch (code) {
    case 'EADDRINUSE':
      return `Another program uses ${place}; perhaps the service runs already. Stop that one, or choose another port, as PORT=${Number(port) + 1}.`;
    case 'EACCES':
      return `This user may not use ${place}. Choose one above 1023, as PORT=3000, and let a proxy take 80 and 443.`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine. Set HOST to one of its own, or to 0.0.0.0 for all of them.`;
    default:
      return `The service cannot listen on ${place}: ${message}. Check HOST and PORT.`;
  }
}

const diskFull = '53100';

const isFull = ({ code, message }: SystemError) =>
  code === 'ENOSPC' || code === 'EDQUOT' || code === diskFull || /no space left on device/i.test(message);

/** Wrong password, no such user or database, no right to connect. */
const isRefusedByDatabase = ({ code = '' }: SystemError) => /^(28...|3D000)$/.test(code);

function explainDatabase({ message }: SystemError, { DATABASE_URL, DATA_DIR }: Environment): string {
  if (DATABASE_URL === undefined || DATABASE_URL === '')
    return (
      `The embedded database did not answer in time (${message}): the machine is busy or short of memory. ` +
      `Start again; if it happens again, the end of ${DATA_DIR || './data'}/postgres.log says why.`
    );
  const place = URL.canParse(DATABASE_URL) ? new URL(DATABASE_URL).host : 'DATABASE_URL';
  return `The database at ${place} refuses or does not answer (${message}). Check that it runs, and host, user, password and name in DATABASE_URL.`;
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'is not there. Check the name',
  EACCES: 'may not be read or written by this user. Give it the right, or choose another place',
  EPERM: 'may not be changed by this user. Give it the right, or choose another place',
  EROFS: 'is on a file system that cannot be written. Choose another place',
  EISDIR: 'is a folder. Name a file',
  ENOTDIR: 'is not in a folder: a part of its path is a file. Check the name',
  EEXIST: 'is there already. Choose another name',
  EMFILE: 'could not be opened, because too many files are open. Raise the limit (ulimit -n)',
};

function explainFile({ code = '', path, syscall }: SystemError): string | undefined {
  const problem = fileProblems[code];
  return path === undefined || syscall === undefined || problem === undefined
    ? undefined
    : `${path} ${problem}.`;
}
