import { expect, it } from 'vitest';
import { initialsOf, isLocalImage } from './CompanyLogo.tsx';

it('takes initials from the first two words, or two letters of one', () => {
  expect(initialsOf('Acme Robotics GmbH')).toBe('AR');
  expect(initialsOf('acme')).toBe('AC');
  expect(initialsOf('Čistá & Energie')).toBe('ČE');
  expect(initialsOf('42')).toBe('42');
  expect(initialsOf('  ')).toBe('–');
});

it('shows only pictures that travel with the data', () => {
  expect(isLocalImage('data:image/png;base64,AAAA')).toBe(true);
  for (const address of [
    '',
    'https://example.com/a.png',
    '//example.com/a.png',
    'javascript:alert(1)',
    'data:text/html,x',
  ]) {
    expect(isLocalImage(address), address).toBe(false);
  }
});
