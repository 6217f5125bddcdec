import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  canonicalizeHost,
  isAllowedAddress,
  isAllowedPort,
} from '../../src/engines/outbound/address-policy.ts';

const strict = { allowPrivate: false };
const home = { allowPrivate: true };

const neverAllowed = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::8.8.8.8',
  '::10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::',
  '2002:0a00:1::1',
  '2002:0808:0808::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
  '4000::1',
  'not an address',
  '',
];
const homeOnly = ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.10', '100.64.0.1', 'fd12:3456::1'];
const loopback = ['127.0.0.1', '127.255.255.254', '::1'];
const open = ['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8'];

it('only public addresses are allowed; private networks and loopback need an explicit option', () => {
  for (const address of neverAllowed) {
    const widest = { allowPrivate: true, allowLoopback: true };
    assert.equal(isAllowedAddress(address, widest), false, address);
  }
  for (const address of homeOnly) {
    assert.equal(isAllowedAddress(address, strict), false, address);
    assert.equal(isAllowedAddress(address, home), true, address);
  }
  for (const address of loopback) {
    assert.equal(isAllowedAddress(address, home), false, address);
    assert.equal(isAllowedAddress(address, { ...strict, allowLoopback: true }), true, address);
  }
  for (const address of open) assert.equal(isAllowedAddress(address, strict), true, address);
});

it('an IPv4 address has one canonical form, however it is written', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const whole = ((a * 256 + b) * 256 + c) * 256 + d;
      const spellings = [
        dotted,
        String(whole),
        `0x${whole.toString(16)}`,
        `0${whole.toString(8)}`,
        `0${a.toString(8)}.0${b.toString(8)}.0x${c.toString(16)}.${d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${a}.${b}.${c * 256 + d}`,
        `${dotted}.`,
        dotted.replaceAll('.', '。'),
        [...dotted]
          .map((digit) => (digit === '.' ? '.' : String.fromCharCode(0xff10 + Number(digit))))
          .join(''),
      ];
      for (const spelling of spellings) assert.equal(canonicalizeHost(spelling), dotted, spelling);
    }),
    { numRuns: 200 },
  );
  assert.equal(canonicalizeHost('[::FFFF:127.0.0.1]'), '::ffff:7f00:1');
  assert.equal(canonicalizeHost('0:0:0:0:0:0:0:1'), '::1');
});

it('invalid hosts are refused', () => {
  for (const host of [
    '',
    'a b',
    'a@b',
    'a/b',
    'a:80',
    'fe80::1%lo',
    '1.2.3.4.5',
    '256.1.1.1',
    'a'.repeat(256),
  ]) {
    assert.equal(canonicalizeHost(host), null, host);
  }
});

it('ports of mail, DNS and login services are refused', () => {
  for (const port of [0, 22, 25, 53, 465, 587, 65536, 1.5, Number.NaN])
    assert.equal(isAllowedPort(port), false);
  for (const port of [80, 443, 1883, 8123, 65535]) assert.equal(isAllowedPort(port), true);
});
