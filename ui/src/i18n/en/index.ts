import { agents } from './agents';
import { ask } from './ask';
import { composer } from './composer';
import { form } from './form';
import { link } from './link';
import { record } from './record';
import { shell } from './shell';
import { transcript } from './transcript';

export const en = { shell, agents, ask, composer, form, link, record, transcript };
