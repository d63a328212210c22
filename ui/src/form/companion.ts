import type { FieldModel } from '../state/field.svelte';
import type { FieldView } from '../wire/FieldView';

/** What the companion of a question is for at the moment. */
export type CompanionUse = 'none' | 'answer' | 'note' | 'beside';

/** Finds it from what is chosen. */
export function companionUse(view: FieldView, field: FieldModel): CompanionUse {
  if (!view.companion) return 'none';
  if (view.kind === 'multi') return 'beside';
  const { draft } = field;
  if (draft.is === 'other') return 'answer';
  if (draft.is === 'option') return view.options[draft.index]?.is_other ? 'answer' : 'note';
  return field.companion === '' ? 'none' : 'note';
}
