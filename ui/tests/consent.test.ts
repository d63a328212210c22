import { describe, expect, test } from 'vitest';

import { Arming } from '../src/consent/arming';
import { fingerprint } from '../src/consent/fingerprint';
import { qrPath } from '../src/consent/qr';

describe('the fingerprint', () => {
  const check = (input: string, expected: string): void => {
    expect(fingerprint(input)).toBe(expected);
  };

  test('is FNV-1a over UTF-8', () => {
    check('', 'cbf29ce484222325');
    check('a', 'af63dc4c8601ec8c');
    check('foobar', '85944171f73967e8');
    check('ä', fingerprint(String.fromCodePoint(0xe4)));
  });

  test('keeps its leading zeros', () => {
    const short = Array.from({ length: 2000 }, (_, index) => fingerprint(`x${index}`));
    expect(short.every((text) => /^[0-9a-f]{16}$/.test(text))).toBe(true);
    expect(short.some((text) => text.startsWith('0'))).toBe(true);
  });
});

describe('arming', () => {
  function made(needsUnderstood = false): {
    arming: Arming;
    told: string[];
    see: (now: number, over?: object) => void;
  } {
    const told: string[] = [];
    const arming = new Arming(1000, needsUnderstood, {
      shown: () => told.push('shown'),
      hidden: () => told.push('hidden'),
    });
    const see = (now: number, over = {}): void =>
      arming.observe({ attended: true, geometry: 'here', content: 'this', ...over }, now);
    return { arming, told, see };
  }

  test('takes a second of unmoved display', () => {
    const { arming, told, see } = made();
    see(0);
    expect(told).toEqual([]);
    see(50);
    expect(told).toEqual(['shown']);
    expect(arming.left(50)).toBeGreaterThanOrEqual(1000);
    see(1000);
    expect(arming.left(1000)).toBeGreaterThan(0);
    see(1200);
    expect(arming.left(1200)).toBe(0);
    expect(told).toEqual(['shown']);
  });

  test('begins anew after every change', () => {
    for (const change of [{ attended: false }, { geometry: 'there' }, { content: 'that' }]) {
      const { arming, told, see } = made();
      see(0);
      see(50);
      see(2000, change);
      expect(arming.left(2000)).toBeUndefined();
      see(2050);
      see(2100);
      expect(told).toEqual(['shown', 'hidden', 'shown']);
      expect(arming.left(2100)).toBeGreaterThanOrEqual(1000);
    }
  });

  test('does not begin while nobody looks', () => {
    const { arming, told, see } = made();
    see(0, { attended: false });
    see(5000, { attended: false });
    expect(arming.left(5000)).toBeUndefined();
    expect(told).toEqual([]);
  });

  test('takes another second after the second gesture', () => {
    const { arming, see } = made(true);
    see(0);
    see(50);
    see(5000);
    expect(arming.left(5000)).toBeUndefined();
    arming.understand(true, 5000);
    expect(arming.left(5000)).toBeGreaterThanOrEqual(1000);
    arming.understand(true, 5500);
    expect(arming.left(6200)).toBe(0);
    arming.understand(false, 6300);
    expect(arming.left(9000)).toBeUndefined();
  });

  test('tells once that a display has ended', () => {
    const { arming, told, see } = made();
    see(0);
    see(50);
    arming.hide();
    arming.hide();
    expect(told).toEqual(['shown', 'hidden']);
  });
});

test('a QR code is drawn as bars of dark modules', () => {
  expect(qrPath(['0110', '1001'])).toBe('M1 0h2v1h-2zM0 1h1v1h-1zM3 1h1v1h-1z');
});
