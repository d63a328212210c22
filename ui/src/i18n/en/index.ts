import { ask } from './ask';
import { form } from './form';
import { link } from './link';
import { record } from './record';
import { shell } from './shell';
import { transcript } from './transcript';

export const en = { shell, ask, form, link, record, transcript };
