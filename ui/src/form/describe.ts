import { t } from '../i18n';
import type { FormModel } from '../state/ask.svelte';
import type { FieldModel } from '../state/field.svelte';
import type { FieldView } from '../wire/FieldView';
import { chosenOf } from './chosen';
import { companionUse } from './companion';

/** What was entered into a field, in words. Secrets are dots. */
export interface Entered {
  label: string;
  value: string;
}

/** All that was entered into a form. */
export function entered(form: FormModel): Entered[] {
  return form.view.fields.flatMap((view, index) => {
    const field = form.fields[index];
    const value = field ? valueOf(view, field) : '';
    return value === '' ? [] : [{ label: view.label, value }];
  });
}

function valueOf(view: FieldView, field: FieldModel): string {
  const { draft } = field;
  const use = companionUse(view, field);
  const companion = use === 'none' ? '' : masked(field.companion, view.companion?.secret ?? false);
  const titles = chosenOf(draft).map((index) => view.options[index]?.title ?? '');
  switch (draft.is) {
    case 'untouched':
    case 'cleared':
      return companion;
    case 'text':
      return masked(draft.text, view.secret);
    case 'yes-no':
      return draft.yes ? t.form.yes : t.form.no;
    case 'date-time':
      return [draft.date, draft.time, draft.zone].filter((part) => part !== '').join(' ');
    case 'option':
    case 'options':
    case 'other':
      return [...titles, companion].filter((part) => part !== '').join(', ');
  }
}

function masked(text: string, secret: boolean): string {
  return secret && text !== '' ? '••••' : text;
}
