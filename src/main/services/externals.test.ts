import { describe, expect, it } from 'vitest';
import { ExternalDoor } from './externals.ts';
import { TestOpener } from './testing/memoryPorts.ts';

describe('the external door', () => {
  it('S7 opens plain links only', async () => {
    const opener = new TestOpener();
    const door = new ExternalDoor(opener);
    await door.open('https://acme.example');
    await expect(door.open('javascript:alert(1)')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(door.open('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(opener.opened).toEqual(['https://acme.example/']);
  });

  it('S26 opens the server’s own pages by https, or on this machine', async () => {
    const opener = new TestOpener();
    const door = new ExternalDoor(opener);
    await door.openOwn(new URL('http://127.0.0.1:4100/provider/login'));
    await expect(door.openOwn(new URL('http://winnow.example/provider/login'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(opener.opened).toEqual(['http://127.0.0.1:4100/provider/login']);
  });
});
