import { connect } from 'node:tls';
import { isLoopbackHost } from '../../mail/email-link-origin.ts';
import { probeAddress } from '../address-probe.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { type ProxyReport, probePath, signProbe } from './proxy-probe.ts';

const timeout = 8_000;
/** Certificates that renew themselves do so a month before. */
const fewDays = 14;

export async function checkAddress(baseUrl: string, isBaseUrlSet: boolean): Promise<Finding[]> {
  const url = new URL(baseUrl);
  const isLocal = isLoopbackHost(url.hostname);
  const findings: Finding[] = [];
  if (!isBaseUrlSet || isLocal)
    findings.push(
      warning('address', {
        en: `${baseUrl} is for this machine only: set the public one at /setup/address or by BASE_URL.`,
        ru: `${baseUrl} открывается только на этой машине: задайте общий адрес на странице /setup/address или в BASE_URL.`,
      }),
    );
  const probe = await probeAddress(baseUrl);
  if (probe.kind === 'failed')
    findings.push(
      fault('address', {
        en: `${baseUrl} does not answer (${probe.error}): check the name, the proxy, and that the service runs.`,
        ru: `${baseUrl} не отвечает (${probe.error}): проверьте имя, прокси и запущен ли сервис.`,
      }),
    );
  else if (findings.length === 0)
    findings.push(ok('address', { en: `${baseUrl} answers`, ru: `${baseUrl} отвечает` }));
  if (url.protocol === 'https:') findings.push(await checkCertificate(url));
  else if (!isLocal)
    findings.push(
      fault('tls', {
        en: `${baseUrl} is not encrypted: put a proxy with a certificate in front (/help/small-server).`,
        ru: `${baseUrl} без шифрования: поставьте перед сервисом прокси с сертификатом (/help/small-server).`,
      }),
    );
  return findings;
}

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const found = await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
  if (found.error !== undefined)
    return fault('tls', {
      en: `The certificate of ${hostname} is refused: ${found.error}`,
      ru: `Сертификат ${hostname} не принимается: ${found.error}`,
    });
  const days = Math.floor((found.until.getTime() - Date.now()) / 86_400_000);
  return days < fewDays
    ? warning('tls', {
        en: `The certificate of ${hostname} ends in ${days} days: check why it was not renewed.`,
        ru: `Сертификат ${hostname} кончается, осталось дней: ${days}. Узнайте, почему он не обновился.`,
      })
    : ok('tls', { en: `certificate good for ${days} days`, ru: `сертификат действует, дней: ${days}` });
}

type Certificate = { error: string } | { error?: undefined; until: Date };

function readCertificate(host: string, port: number): Promise<Certificate> {
  return new Promise((done) => {
    const socket = connect({ host, port, servername: host, timeout }, () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.end();
      done({ until: new Date(valid_to) });
    });
    const fail = (error: string) => {
      socket.destroy();
      done({ error });
    };
    socket.on('error', (error) => fail(error.message));
    socket.on('timeout', () => fail('no answer'));
  });
}

const forgedAddress = '192.0.2.77';

/** Asks the service through the proxy what it sees of a client that lies about its address. */
export async function checkProxy(baseUrl: string, key: Buffer): Promise<Finding> {
  const reply = await fetch(`${baseUrl}${probePath}`, {
    headers: { 'x-probe': signProbe(key, Date.now()), 'x-forwarded-for': forgedAddress },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  if (reply.status !== 200)
    return warning('proxy', {
      en: `Could not be checked: ${baseUrl}${probePath} answered ${reply.status}.`,
      ru: `Проверить не удалось: ${baseUrl}${probePath} ответил ${reply.status}.`,
    });
  const { address, connection, forwarded } = (await reply.json()) as ProxyReport;
  if (address === forgedAddress)
    return fault('proxy', {
      en: 'Clients choose their own address: the proxy must replace X-Forwarded-For, not pass it on.',
      ru: 'Посетитель может выдать себя за другой адрес: прокси должен заменять X-Forwarded-For, а не передавать.',
    });
  if (forwarded !== null && forwarded !== forgedAddress && address === connection)
    return fault('proxy', {
      en: `Everybody looks like the proxy, so they share rate limits: TRUST_PROXY has to name ${connection}.`,
      ru: `Все посетители видны как один прокси, и лимиты у них общие: укажите ${connection} в TRUST_PROXY.`,
    });
  return forwarded === forgedAddress
    ? ok('proxy', { en: 'none in between', ru: 'без прокси' })
    : ok('proxy', { en: 'its X-Forwarded-For is used', ru: 'его X-Forwarded-For учитывается' });
}
