import type { Text } from '../../../../base/i18n/text.ts';

export type AssistantStep = {
  readonly instruction: Text;
  readonly copy?: { readonly id: string; readonly text: string };
};

export type Assistant = {
  readonly id: string;
  readonly name: Text;
  readonly steps: readonly AssistantStep[];
};

const same = (name: string): Text => ({ en: name, ru: name });
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** How to add one server to each well-known assistant. Names of menus are those of the products. */
export function listAssistants(address: string): readonly Assistant[] {
  const copyAddress = { id: 'address', text: address };
  return [
    {
      id: 'claude',
      name: { en: 'Claude on the web and desktop', ru: 'Claude на сайте и в приложении' },
      steps: [
        {
          instruction: {
            en: 'Open Settings → Connectors and choose “Add custom connector”.',
            ru: 'Откройте Settings → Connectors и выберите «Add custom connector».',
          },
        },
        {
          instruction: { en: 'Paste the address and press Add:', ru: 'Вставьте адрес и нажмите Add:' },
          copy: copyAddress,
        },
        { instruction: { en: 'Press Connect and sign in.', ru: 'Нажмите Connect и войдите.' } },
      ],
    },
    {
      id: 'claude-code',
      name: same('Claude Code'),
      steps: [
        {
          instruction: { en: 'Run in a terminal:', ru: 'Выполните в терминале:' },
          copy: { id: 'command', text: `claude mcp add --transport http settlements ${address}` },
        },
        {
          instruction: {
            en: 'Start claude, type /mcp and sign in.',
            ru: 'Запустите claude, наберите /mcp и войдите.',
          },
        },
      ],
    },
    {
      id: 'chatgpt',
      name: same('ChatGPT'),
      steps: [
        {
          instruction: {
            en: 'On the web, open Settings → Apps & Connectors → Advanced settings and switch on Developer mode.',
            ru: 'На сайте откройте Settings → Apps & Connectors → Advanced settings и включите Developer mode.',
          },
        },
        {
          instruction: {
            en: 'Press Create, paste the address, choose OAuth:',
            ru: 'Нажмите Create, вставьте адрес, выберите OAuth:',
          },
          copy: copyAddress,
        },
        { instruction: { en: 'Sign in when asked.', ru: 'Войдите, когда попросят.' } },
      ],
    },
    {
      id: 'cursor',
      name: same('Cursor'),
      steps: [
        {
          instruction: { en: 'Put this into ~/.cursor/mcp.json:', ru: 'Добавьте в файл ~/.cursor/mcp.json:' },
          copy: { id: 'json', text: json({ mcpServers: { settlements: { url: address } } }) },
        },
        {
          instruction: {
            en: 'In Settings → MCP press the sign-in button next to “settlements”.',
            ru: 'В Settings → MCP нажмите кнопку входа рядом с «settlements».',
          },
        },
      ],
    },
    {
      id: 'vs-code',
      name: same('VS Code'),
      steps: [
        {
          instruction: { en: 'Put this into .vscode/mcp.json:', ru: 'Добавьте в файл .vscode/mcp.json:' },
          copy: { id: 'json', text: json({ servers: { settlements: { type: 'http', url: address } } }) },
        },
        {
          instruction: {
            en: 'Press Start above the entry and allow the sign-in.',
            ru: 'Нажмите Start над этой записью и разрешите вход.',
          },
        },
      ],
    },
    {
      id: 'gemini-cli',
      name: same('Gemini CLI'),
      steps: [
        {
          instruction: { en: 'Run in a terminal:', ru: 'Выполните в терминале:' },
          copy: {
            id: 'command',
            text: `gemini mcp add --transport http --scope user settlements ${address}`,
          },
        },
        {
          instruction: {
            en: 'Start gemini, type /mcp auth settlements and sign in.',
            ru: 'Запустите gemini, наберите /mcp auth settlements и войдите.',
          },
        },
      ],
    },
    {
      id: 'other',
      name: { en: 'Any other assistant', ru: 'Любой другой помощник' },
      steps: [
        {
          instruction: {
            en: 'Look for “MCP server”, “remote server” or “connector”, of the kind Streamable HTTP. Most read this form:',
            ru: 'Ищите «MCP server», «remote server» или «connector» вида Streamable HTTP. Большинство понимает такую запись:',
          },
          copy: { id: 'json', text: json({ mcpServers: { settlements: { type: 'http', url: address } } }) },
        },
        {
          instruction: {
            en: 'It finds the sign-in by itself. If it cannot, use an access key, as below.',
            ru: 'Вход он найдёт сам. Если не сможет\u00a0— возьмите личный ключ, как описано ниже.',
          },
        },
      ],
    },
  ];
}
