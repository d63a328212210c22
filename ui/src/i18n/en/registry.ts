import type { RegistryFailure } from '../../wire/RegistryFailure';
import type { RegistryProblem } from '../../wire/RegistryProblem';
import type { WayKind } from '../../wire/WayKind';
import { remote } from './remote';
import { count, size } from './write';

const failures: {
  [C in RegistryFailure['code']]: (it: Extract<RegistryFailure, { code: C }>) => string;
} = {
  address: () => 'The address must begin with https://, or with http:// on this computer.',
  'not-agreed': () => 'Not fetched: you did not agree in the dialog.',
  unreadable: () => 'The file could not be read.',
  'too-large': ({ limit }) => `It is larger than ${size(limit)}.`,
  'not-json': () => 'It is not JSON.',
  'not-registry': () => 'It is no registry of agents.',
  fetch: ({ trouble }) => `It could not be fetched. ${remote.trouble(trouble)}`,
};

const problems: {
  [C in RegistryProblem['code']]: (it: Extract<RegistryProblem, { code: C }>) => string;
} = {
  'not-agent': () => 'it is not an object',
  missing: ({ member }) => `“${member}” is missing`,
  'too-long': ({ member }) => `“${member}” is too long`,
  hidden: ({ member }) => `“${member}” holds hidden characters`,
  id: () => 'its id is not made of lower-case letters, digits and hyphens',
  twice: () => 'another entry has its id',
  'no-way': () => 'it names no known way to install it',
  way: () => 'a way to install it cannot be read',
  package: () => 'the name of its package cannot be one',
  archive: () => 'the address or the checksum of its archive cannot be one',
};

export const registry = {
  title: 'From an agent registry',
  how: 'A list of agents in the format of the ACP registry, from a file or an address that you give. Nothing is fetched before that, and nothing of it is run.',
  file: 'Choose a file…',
  address: 'Address of a registry',
  addressExample: 'https://',
  fetch: (host: string) => (host === '' ? 'Fetch it…' : `Ask ${host}…`),
  loading: (from: string) => `Fetching ${from}…`,
  from: (from: string, agents: number) => `${count(agents, 'agent')} listed in ${from}`,
  close: 'Close the list',
  failed: (failure: RegistryFailure): string => {
    const words = failures[failure.code] as (it: RegistryFailure) => string;
    return words(failure);
  },
  words: 'What follows is the registry’s word.',
  knownName: 'It has the name of a well-known agent. That does not say who made it.',
  by: (authors: string[]) => `by ${authors.join(', ')}`,
  noLicence: 'no licence named',
  show: 'Show how to install',
  showOf: (name: string) => `Show how to install ${name}`,
  add: 'Add…',
  addOf: (name: string) => `Add ${name}`,
  copyCommand: 'Copy the command',
  copyArchive: 'Copy the address of the archive',
  copyRepository: 'Copy the address of the source',
  ways: {
    npx: 'npx fetches this package from npm when it is started, and runs it:',
    uvx: 'uvx fetches this package from PyPI when it is started, and runs it:',
    binary: 'Fetch and unpack the archive yourself. This is then run in its folder:',
  } satisfies Record<WayKind, string>,
  unpacked:
    'The command is run where the archive was unpacked: write the full path of that folder before it.',
  archive: 'Archive',
  checksum: 'SHA-256',
  platform: (platform: string, fits: boolean) =>
    fits ? `for this computer (${platform})` : `for ${platform}, not for this computer`,
  variables: (names: string[]) => `Sets: ${names.join(', ')}`,
  nothingFits: 'nothing for this computer',
  refused: (entries: number) => `${count(entries, 'entry', 'entries')} cannot be used`,
  problem: (number: number, name: string | null, problem: RegistryProblem): string => {
    const words = problems[problem.code] as (it: RegistryProblem) => string;
    return name === null
      ? `Number ${number}: ${words(problem)}.`
      : `Number ${number}, ${name}: ${words(problem)}.`;
  },
  more: (entries: number) =>
    `${count(entries, 'further entry', 'further entries')} not listed: there are too many.`,
};
