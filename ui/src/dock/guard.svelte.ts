/** How long a card that has just come takes no answer by a click meant for something else, in milliseconds. */
const GUARD = 500;

/** `ready` becomes true once a card has stood for a moment. To be made while a component is set up. */
export function guard(): { readonly ready: boolean } {
  let ready = $state(false);
  $effect(() => {
    const timer = setTimeout(() => {
      ready = true;
    }, GUARD);
    return () => clearTimeout(timer);
  });
  return {
    get ready() {
      return ready;
    },
  };
}
