import { createECDH } from 'node:crypto';
import { make_calendar_link } from '../../src/features/actions/make_calendar_link.ts';
import { password } from '../../test/oauth/oauth-test-client.ts';
import type { ActionInputs } from './action-cases.ts';

/** Valid keys of a push subscription. */
export const pushKeys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
};

/** What people do with their own account. */
export const accountInputs: ActionInputs = {
  make_calendar_link: { who: 'resident', make: async () => ({}), mayRepeat: true },
  revoke_calendar_link: {
    who: 'resident',
    async make({ act }) {
      await act('resident', make_calendar_link, {});
      return {};
    },
  },
  create_token: {
    who: 'resident',
    make: async ({ word }) => ({ name: word(), scopes: ['mcp:read'], days: 30 }),
    mayRepeat: true,
  },
  register_account: {
    who: 'resident',
    make: async ({ word }) => ({
      email: `${word().replace(/\D/g, '')}@example.net`,
      display_name: 'Новый',
      password,
      policies: true,
      policy_version: null,
      browser_hash: Buffer.alloc(32, 1).toString('base64'),
      next: null,
    }),
    mayRepeat: true,
  },
  request_reset_email: {
    who: 'resident',
    make: async () => ({ email: 'resident@example.org' }),
    mayRepeat: true,
  },
  save_form: {
    who: 'resident',
    async make({ service, village }) {
      await service.db`delete from waiting_form`;
      const expires_at = new Date(Date.now() + 3_600_000);
      return { account: village.accounts.resident, sealed: 'sealed', expires_at };
    },
    mayRepeat: true,
  },
  start_session: {
    who: 'resident',
    async make({ service, village: { accounts } }) {
      const [row] = await service.db<{ hash: string }[]>`
        select password_hash as hash from account where id = ${accounts.neighbour}`;
      const browser = { user_agent: 'a browser', address: '127.0.0.1' };
      return { account: accounts.neighbour, password_hash: row?.hash, browser };
    },
    mayRepeat: true,
  },
  unsubscribe: {
    who: 'resident',
    async make({ service, village: { accounts } }) {
      await service.db`delete from notification_preference where account_id = ${accounts.resident}`;
      return { account: accounts.resident, topic: 'reminders' };
    },
    mayRepeat: true,
  },
  check_password: { who: 'resident', make: async () => ({ password }), mayRepeat: true },
  change_password: {
    who: 'resident',
    make: async () => ({ current_password: password, new_password: password, revoke_keys: false }),
    mayRepeat: true,
  },
  change_email: {
    who: 'resident',
    make: async ({ word }) => ({
      email: `${word().replace(/\D/g, '')}@example.net`,
      current_password: password,
    }),
    mayRepeat: true,
  },
  export_my_data: {
    who: 'neighbour',
    async make({ service, village: { accounts } }) {
      await service.db`delete from data_export where account_id = ${accounts.neighbour}`;
      await service.db`delete from job where queue = 'data_export'`;
      return { password };
    },
  },
  subscribe_to_push: {
    who: 'resident',
    async make({ service, word }) {
      // Beyond a number of browsers the oldest is forgotten.
      await service.db`delete from push_subscription`;
      return { endpoint: `https://push.example/${word().replace(/\D/g, '')}`, ...pushKeys };
    },
    mayRepeat: true,
  },
};
