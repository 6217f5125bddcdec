/**
 * Subscribes this browser to pushes. The browser is asked for permission only when the button is pressed; its answer
 * is sent by the form around the button.
 */
import { attachEach } from '../attach-each.ts';

export type PushState = 'on' | 'off' | 'lost' | 'blocked' | 'iphone' | 'insecure' | 'unsupported' | 'failed';

export interface PushProps {
  readonly publicKey: string;
  /** The service has a subscription of this session. */
  readonly isOn: boolean;
  /** Shown only where it can be switched on with one press; `again`: where this browser had it once. */
  readonly offer?: 'new' | 'again';
  readonly words: Readonly<Record<PushState, string>>;
}

const readyTimeoutMs = 10_000;

attachEach('[data-island="push"]', (box) => {
  const props = JSON.parse(box.dataset.props ?? '{}') as PushProps;
  const form = box.querySelector<HTMLFormElement>('form[data-push-subscribe]');
  if (!form) return;
  const show = (state: PushState) => {
    const words = box.querySelector('[data-push-words]');
    // An offer says itself what it is for.
    if (words && !(props.offer && state === 'off')) words.textContent = props.words[state];
    const canSwitchOn = state === 'off' || state === 'lost' || state === 'failed';
    form.hidden = !canSwitchOn;
    for (const part of box.querySelectorAll<HTMLElement>('[data-push-on]')) part.hidden = state !== 'on';
    if (props.offer)
      box.hidden = !canSwitchOn || (props.offer === 'again' && Notification.permission !== 'granted');
  };
  void findState(props).then(show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    subscribe(props.publicKey)
      .then((made) => {
        if (made === 'blocked' || made === 'off') return show(made);
        const { endpoint = '', keys = {} } = made.toJSON();
        for (const [name, value] of Object.entries({ endpoint, ...keys }))
          form.querySelector(`input[name="${CSS.escape(name)}"]`)?.setAttribute('value', value);
        // Passes this listener by.
        form.submit();
      })
      .catch(() => show('failed'))
      .finally(() => {
        form.ariaBusy = null;
      });
  });
  // The browser forgets it too; where that fails, what it has leads nowhere.
  box.querySelector('form[data-push-unsubscribe]')?.addEventListener('submit', () => {
    void findSubscription().then((found) => found?.unsubscribe());
  });
});

async function findState({ isOn }: PushProps): Promise<PushState> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    // Safari there has them only when the site was opened from the home screen.
    return /\b(iPhone|iPad)\b/.test(navigator.userAgent) ? 'iphone' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (!isOn) return 'off';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'lost';
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager.getSubscription();
}

async function subscribe(publicKey: string): Promise<PushSubscription | 'blocked' | 'off'> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { pushManager } = await whenReady();
  const known = await pushManager.getSubscription();
  if (known && encode(known.options.applicationServerKey) === publicKey) return known;
  // Made with a key that the service no longer has.
  await known?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function whenReady(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no worker')), readyTimeoutMs)),
  ]);
}

function encode(key: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
