import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseS3Location } from '../../src/engines/media/s3-location.ts';
import { emptyPayloadSha256, signS3Request } from '../../src/engines/media/s3-signature.ts';

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const request = {
  method: 'GET',
  host: 'examplebucket.s3.amazonaws.com',
  path: '/',
  query: {},
  headers: {},
  payloadSha256: emptyPayloadSha256,
};
const day = new Date('2013-05-24T00:00:00Z');

// The examples of the S3 documentation.
const known = [
  {
    ...request,
    path: '/test.txt',
    headers: { range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    ...request,
    query: { prefix: 'J', 'max-keys': '2' },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

for (const { signature, ...example } of known) {
  it(`S3: signs ${example.method} ${example.path} as the documentation does`, () => {
    const { authorization = '' } = signS3Request(example, credentials, 'us-east-1', day);
    assert.equal(authorization.split('Signature=')[1], signature);
  });
}

it('S3: sends and signs a session token', () => {
  const headers = signS3Request(request, { ...credentials, sessionToken: 'temporary' }, 'us-east-1', day);
  assert.equal(headers['x-amz-security-token'], 'temporary');
  assert.match(headers.authorization ?? '', /x-amz-date;x-amz-security-token/);
});

const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

it('S3: addresses the provider by host name without an endpoint, and a dotted bucket by path', () => {
  const plain = parseS3Location('s3://media/photos?region=eu-north-1', env);
  assert.equal(plain.origin, 'https://media.s3.eu-north-1.amazonaws.com');
  assert.deepEqual([plain.basePath, plain.prefix, plain.credentials.accessKeyId], ['', 'photos/', 'id']);
  const dotted = parseS3Location('s3://media.village.example', env);
  assert.equal(dotted.origin, 'https://s3.us-east-1.amazonaws.com');
  assert.deepEqual([dotted.basePath, dotted.prefix], ['/media.village.example', '']);
});

it('S3: reports an invalid address without repeating the secret', () => {
  const bad = [
    'http://media',
    's3://',
    's3://k:topsecret@UPPER_case',
    's3://k:topsecret@media?endpoint=ftp://x',
    's3://k:topsecret@media?endpoint=http://x/path',
    's3://k:topsecret@media?bucket=x',
    's3://k:topsecret@media?style=odd',
    's3://k:topsecret@media?region=a%20b',
    's3://media',
  ];
  for (const address of bad) {
    assert.throws(
      () => parseS3Location(address, {}),
      (error: Error) => error instanceof TypeError && !error.message.includes('topsecret'),
      address,
    );
  }
});
