import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Process, Processes } from './processes.ts';
import type { Programs } from './programs.ts';

export interface ProxyOptions {
  folder: string;
  programs: Programs;
  processes: Processes;
  ports: { http: number; primary: number; replica: number };
  databases: readonly { name: string; port: number; restPort: number }[];
  instances: readonly { name: string; port: number }[];
  /** Host header of health checks; default: none. */
  checkedHost?: string;
}

/** HAProxy in front of the databases and in front of the instances. */
export interface LoadBalancer {
  /** Reloads the configuration (SIGUSR2). */
  reload(): void;
  readonly process: Process;
}

// Sent when an instance dies during a request: 503 with Retry-After, like the service's own.
const lostConnectionResponse = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json; charset=utf-8',
  'cache-control: no-store',
  'retry-after: 1',
  'x-said-by: proxy',
  '',
  '{"message":"The connection was lost. Try again."}',
].join('\r\n');

export async function startProxy(options: ProxyOptions): Promise<LoadBalancer> {
  const { folder, programs, processes } = options;
  const [file, errorFile] = [join(folder, 'haproxy.cfg'), join(folder, 'lost.http')];
  await writeFile(errorFile, lostConnectionResponse);
  await writeFile(file, createConfig(options, errorFile));
  const process = processes.start({
    name: 'haproxy',
    program: programs.path.haproxy,
    args: ['-W', '-f', file],
  });
  return { reload: () => process.signal('SIGUSR2'), process };
}

function createConfig({ ports, databases, instances, checkedHost }: ProxyOptions, errorFile: string): string {
  const listener = (name: string, port: number, path: string) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    '  mode tcp',
    '  timeout client 1h',
    '  timeout server 1h',
    `  option httpchk GET ${path}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...databases.map((each) => `  server ${each.name} 127.0.0.1:${each.port} check port ${each.restPort}`),
  ];
  return [
    'global',
    '  maxconn 400',
    'defaults',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    // Tolerates slow health checks on a busy machine.
    '  timeout check 3s',
    ...listener('primary', ports.primary, '/primary'),
    ...listener('replica', ports.replica, '/replica'),
    'listen service',
    `  bind 127.0.0.1:${ports.http}`,
    '  mode http',
    '  option forwardfor',
    '  balance roundrobin',
    // GET requests are retried on another instance when one dies.
    '  retries 3',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    '  http-request disable-l7-retry unless METH_GET',
    ...[502, 503, 504].map((status) => `  errorfile ${status} ${errorFile}`),
    '  option httpchk GET /health/ready',
    ...(checkedHost === undefined
      ? []
      : [`  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host ${checkedHost}`]),
    '  http-check expect status 200',
    '  default-server inter 500ms fall 1 rise 1 observe layer4 error-limit 1 on-error mark-down',
    // The header x-instance selects an instance.
    ...instances.map(({ name }) => `  use-server ${name} if { req.hdr(x-instance) -m str ${name} }`),
    ...instances.map((each) => `  server ${each.name} 127.0.0.1:${each.port} check`),
    '',
  ].join('\n');
}
