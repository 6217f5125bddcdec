// Stands in for the service in the tests of its death: starts the database, reports it as a line of JSON, and
// responds to each line of its input: "count" with the rows it sees, "stop" with a clean stop.
import { createInterface } from 'node:readline';
import { connect } from '../../src/base/db/connect.ts';
import { type EmbeddedOptions, getDriverOptions, startEmbedded } from '../../src/base/db/embedded.ts';

const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

// A real service finishes its requests after Ctrl-C and only then stops the database.
process.on('SIGINT', () => say({ interrupted: true }));

try {
  const options = JSON.parse(process.argv[2] ?? '{}') as EmbeddedOptions;
  const database = await startEmbedded(options);
  const { pid, adopted, connection } = database;
  const sql = connect({ to: getDriverOptions(connection), maxConnections: 1 });
  await sql`create table if not exists note (text text)`;
  await sql`insert into note values (${`from ${process.pid}`})`;
  say({ started: true, pid, adopted, socketDir: connection.host });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'count') {
      const [row] = await sql`select count(*)::int as rows from note`;
      say({ rows: row?.rows });
    }
    if (line === 'stop') break;
  }
  await sql.end();
  await database.stop();
  say({ stopped: true });
  process.exit(0);
} catch (error) {
  say({ error: error instanceof Error ? { name: error.name, message: error.message } : String(error) });
  process.exit(1);
}
