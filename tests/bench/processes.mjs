// Processes and the memory they take.

import { readdirSync, readFileSync } from 'node:fs';

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** All processes, with their parents. */
function all() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The name stands in brackets and may hold anything.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return { pid: Number(name), parent };
    });
}

/**
 * A process and those it started, without agents and what they started.
 * @param {number} root
 */
export function family(root) {
  const processes = all();
  const found = [root];
  for (const pid of found) {
    const children = processes.filter(({ parent }) => parent === pid).map((child) => child.pid);
    found.push(...children.filter((child) => !read(`/proc/${child}/cmdline`).includes('agent.mjs')));
  }
  return found;
}

/**
 * The memory of processes in bytes: what they share is counted once.
 * @param {number[]} pids
 */
export function pss(pids) {
  const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/** The process that runs a program. @param {string} program */
export function running(program) {
  return all().find(({ pid }) => read(`/proc/${pid}/cmdline`).split('\0')[0] === program)?.pid;
}
