import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate in PEM that nobody but this test has signed. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = (name: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const time = (moment: Date): Buffer => der(0x18, Buffer.from(moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));

/**
 * A certificate for 127.0.0.1, good from yesterday until `until`, made by hand (RFC 5280), so that no key has to be
 * kept and no `openssl` to be there.
 */
export function selfSigned(until: Date = new Date(Date.now() + 86_400_000)): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = commonName('winnow.test');
  const address = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
  const alternativeName = sequence(oid('551d11'), der(0x04, address));
  const authority = sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([255])))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - 2 * 86_400_000)), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName, authority)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n') ?? '';
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
