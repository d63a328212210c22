import { t } from '../i18n';
import type { FieldModel } from '../state/field.svelte';
import type { FieldView } from '../wire/FieldView';

/** The ids by which the parts of a field refer to each other. */
export interface FieldIds {
  control: string;
  label: string;
  description: string;
  hint: string;
  problems: string;
  remarks: string;
  /** Everything that describes the control. */
  describedby: string | undefined;
}

/** What each control is given. */
export interface ControlProps {
  view: FieldView;
  field: FieldModel;
  ids: FieldIds;
  onenter: () => void;
}

/** The line of help under a field. */
export function hintOf(view: FieldView): string {
  return t.form.hints(view.hints);
}

/** The ids of a field, naming in `describedby` only what is there. */
export function fieldIds(uid: string, view: FieldView, field: FieldModel): FieldIds {
  const name = (part: string): string => `${uid}-${part}`;
  const describing = [
    view.description === null ? undefined : name('description'),
    hintOf(view) === '' ? undefined : name('hint'),
    field.state.problems.length === 0 ? undefined : name('problems'),
    field.state.remarks.length === 0 ? undefined : name('remarks'),
  ].filter((id) => id !== undefined);
  return {
    control: name('control'),
    label: name('label'),
    description: name('description'),
    hint: name('hint'),
    problems: name('problems'),
    remarks: name('remarks'),
    describedby: describing.length === 0 ? undefined : describing.join(' '),
  };
}
