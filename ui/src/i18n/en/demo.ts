import type { Scene } from '../../wire/Scene';
import { number } from './write';

/** The first thing a person sees, and the demo. */
export const demo = {
  what: 'Assent runs coding agents on your computer and shows you what they ask of you: a form to fill in, a web page to visit, a change to allow. Nothing is answered, opened or fetched before you say so.',
  try: 'See how it works',
  tryHow:
    'A demo agent comes with Assent and asks you each of these. It needs no account and no network, and writes no file.',
  begin: 'Start the demo',
  comesAlong: 'comes with Assent',
  yours: 'Work with an agent',
  yoursHow:
    'An agent is a program of your own. You see its whole command, and agree to it, before it is kept and started.',
  found: 'Found on this computer',
  looking: 'Looking for agents that are well known…',
  noneFound:
    'None of the well-known agents is installed where your login shell looks for programs.',
  notFound: (n: number) => `Not found (${number(n)})`,
  other: 'Add another agent…',
  start: (agent: string) => `New session with ${agent}`,
  stage: 'Scenes of the demo',
  next: 'Next scene',
  byItself: 'Go on by itself',
  byItselfHow: 'The next scene begins a few seconds after the one before it is over.',
  larger: 'Larger text',
  scenes: {
    tour: 'Tour',
    form: 'Form',
    'sign-in': 'Sign-in',
    link: 'Suspicious link',
    secret: 'Secret in a form',
    two: 'Two agents at once',
  } satisfies Record<Scene, string>,
};
