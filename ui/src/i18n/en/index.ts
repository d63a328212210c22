import { ask } from './ask';
import { form } from './form';
import { link } from './link';
import { shell } from './shell';
import { transcript } from './transcript';

export const en = { shell, ask, form, link, transcript };
