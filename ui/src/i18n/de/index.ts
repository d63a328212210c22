import type { Words } from '..';
import { agents } from './agents';
import { ask } from './ask';
import { commands } from './commands';
import { composer } from './composer';
import { demo } from './demo';
import { finding } from './finding';
import { form } from './form';
import { inspector } from './inspector';
import { link } from './link';
import { record } from './record';
import { registry } from './registry';
import { remote } from './remote';
import { settings } from './settings';
import { shell } from './shell';
import { transcript } from './transcript';
import { window } from './window';

export const de: Words = {
  shell,
  agents,
  ask,
  commands,
  composer,
  demo,
  finding,
  form,
  inspector,
  link,
  record,
  registry,
  remote,
  settings,
  transcript,
  window,
};
