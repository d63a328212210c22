/** How long a card that has just come takes no answer by a click meant for something else, in milliseconds. */
export const GUARD = 500;

/** How long for a permission in form clothes: the core keeps a second, and counts from a little earlier. */
export const FORM_GUARD = 1100;

/** `ready` becomes true once a card has stood for a moment. To be made while a component is set up. */
export function guard(time: number): { readonly ready: boolean } {
  let ready = $state(false);
  $effect(() => {
    const timer = setTimeout(() => {
      ready = true;
    }, time);
    return () => clearTimeout(timer);
  });
  return {
    get ready() {
      return ready;
    },
  };
}
