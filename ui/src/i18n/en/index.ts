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
import { shell } from './shell';
import { transcript } from './transcript';

export const en = {
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
  transcript,
};
