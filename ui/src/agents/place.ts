import type { AgentView } from '../wire/AgentView';
import type { RemoteDraft } from '../wire/RemoteDraft';

/** Where an agent runs: here, or on another machine that its command goes to, or at an address. */
export type Place = 'here' | 'command' | 'address';

/** Where an agent runs, while it is edited. */
export interface PlaceDraft {
  place: Place;
  address: string;
  token: string;
  /** A token is kept, and stays when nothing is entered. */
  tokenSet: boolean;
  tokenInFile: boolean;
  /** It is to be forgotten. */
  forget: boolean;
  files: boolean;
  terminals: boolean;
  roots: string[];
}

/** What is set. */
export function placeOf(agent: AgentView | undefined): PlaceDraft {
  const remote = agent?.remote ?? null;
  return {
    place: remote === null ? 'here' : remote.address === null ? 'command' : 'address',
    address: remote?.address ?? '',
    token: '',
    tokenSet: remote?.token ?? false,
    tokenInFile: remote?.token_in_file ?? false,
    forget: false,
    files: remote?.files ?? false,
    terminals: remote?.terminals ?? false,
    roots: [...(remote?.roots ?? [])],
  };
}

/** What is sent of it; null: the agent runs here. */
export function remoteOf(draft: PlaceDraft): RemoteDraft | null {
  const { place, address, token, tokenSet, forget, files, terminals, roots } = draft;
  if (place === 'here') return null;
  const kept = tokenSet && !forget;
  return {
    address: place === 'address' ? address : null,
    token: token !== '' && !forget ? { is: 'fresh', text: token } : { is: kept ? 'kept' : 'none' },
    files,
    terminals,
    roots: files || terminals ? [...roots] : [],
  };
}
