import type { Language, Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import { Copyable } from '../ui/copyable.tsx';
import { renderHtml } from '../ui/render-html.ts';
import { ScopeList } from '../ui/scope-list.tsx';
import type { View } from '../ui/view.ts';
import * as labels from '../words/labels.ts';
import { audienceTexts, translateName } from '../words/shared-texts.ts';
import { formatCurl } from './curl-example.ts';
import {
  isPublic,
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
  resolveReference,
  type Schema,
  schemaOf,
  scopesOf,
} from './openapi-document.ts';
import { FieldTable, listFields, TypeName } from './schema-fields.tsx';

export const texts = {
  title: { en: 'Reference', ru: 'Справочник' },
  lead: {
    en: 'Every operation of the service. The same operations are tools for assistants under the same names.',
    ru: 'Все операции сервиса. Под теми же именами они служат инструментами для помощников.',
  },
  version: labels.version,
  machine: { en: 'The same for programs: OpenAPI 3.1', ru: 'То же для программ: OpenAPI 3.1' },
  changelog: { en: 'What has changed', ru: 'Что изменилось' },
  token: { en: 'Get an access key', ru: 'Получить личный ключ' },
  connect: { en: 'Connect an assistant', ru: 'Подключить помощника' },
  search: { en: 'Find an operation', ru: 'Найти операцию' },
  found: { en: 'Found:', ru: 'Найдено:' },
  contents: { en: 'Contents', ru: 'Содержание' },
  other: { en: 'Other', ru: 'Прочее' },
  access: { en: 'Access', ru: 'Доступ' },
  public: { en: 'Open to everyone, no key needed.', ru: 'Открыто всем, ключ не нужен.' },
  anyToken: { en: 'Any token.', ru: 'Любой ключ.' },
  audiences: labels.assistants,
  parameters: { en: 'Parameters', ru: 'Параметры' },
  body: { en: 'Body', ru: 'Тело запроса' },
  responses: { en: 'Responses', ru: 'Ответы' },
  example: { en: 'Try it', ru: 'Попробовать' },
  schemas: { en: 'Schemas', ru: 'Схемы' },
} as const satisfies Record<string, Text>;

/** API reference rendered from the OpenAPI document. */
export function Reference({ document, view }: { document: object; view: View }) {
  // Rendered by the components of this file, which escape their input.
  return (
    <div class="reference" dangerouslySetInnerHTML={{ __html: renderCachedReference(document, view) }} />
  );
}

const referenceCache = new WeakMap<object, Map<string, string>>();
const maxCachedPages = 20;

/**
 * Rendering 85 operations takes 0.1 s and the page is public: cached per language and host. Keyed by the `paths`
 * object, which stays the same when a route copies the document with another server URL.
 */
function renderCachedReference(document: OpenApiDocument, view: View): string {
  const owner = document.paths ?? document;
  const drawn = referenceCache.get(owner) ?? new Map<string, string>();
  referenceCache.set(owner, drawn);
  const key = [view.language, view.baseUrl, document.servers?.[0]?.url].join(' ');
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const html = renderHtml(
    <WholeReference document={document} language={view.language} baseUrl={view.baseUrl} />,
  );
  if (drawn.size >= maxCachedPages) drawn.clear();
  drawn.set(key, html);
  return html;
}

type ReferenceContext = {
  readonly document: OpenApiDocument;
  readonly language: Language;
  readonly baseUrl: string;
};

function WholeReference(shown: ReferenceContext) {
  const { document, language } = shown;
  const operations = listOperations(document);
  const named = (document.tags ?? []).map((tag) => tag.name ?? '');
  const tags = [...new Set([...named, ...operations.map(({ tag }) => tag)])].filter((tag) =>
    operations.some((listed) => listed.tag === tag),
  );
  const schemas = Object.entries(document.components?.schemas ?? {});
  return (
    <>
      <h1>{texts.title[language]}</h1>
      <p class="lead-line">{texts.lead[language]}</p>
      {document.info?.description && <p>{document.info.description}</p>}
      <ul class="links">
        <li>
          <a href={paths.openapi}>{texts.machine[language]}</a>{' '}
          <span class="soft">
            {texts.version[language]} {document.info?.version ?? '—'}
          </span>
        </li>
        <li>
          <a href={paths.changelog}>{texts.changelog[language]}</a>
        </li>
        <li>
          <a href={paths.tokens}>{texts.token[language]}</a>
        </li>
        <li>
          <a href={paths.connect}>{texts.connect[language]}</a>
        </li>
      </ul>
      <div class="field" hidden>
        <label for="reference-search">{texts.search[language]}</label>
        <input class="input" id="reference-search" type="search" autocomplete="off" data-reference-search />
        <p class="soft" role="status" data-reference-found={texts.found[language]} />
      </div>
      <nav aria-label={texts.contents[language]}>
        <ul class="contents">
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`#tag-${tag}`}>{tag || texts.other[language]}</a>
            </li>
          ))}
          {schemas.length > 0 && (
            <li>
              <a href="#schemas">{texts.schemas[language]}</a>
            </li>
          )}
        </ul>
      </nav>
      {tags.map((tag) => (
        <section key={tag} data-tag={tag} aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{tag || texts.other[language]}</h2>
          <p class="soft">{document.tags?.find(({ name }) => name === tag)?.description}</p>
          {operations
            .filter((listed) => listed.tag === tag)
            .map((listed) => (
              <OperationEntry key={listed.id} listed={listed} shown={shown} />
            ))}
        </section>
      ))}
      {schemas.length > 0 && <Schemas schemas={schemas} shown={shown} />}
    </>
  );
}

function OperationEntry({ listed, shown }: { listed: ListedOperation; shown: ReferenceContext }) {
  const { operation, id, method, path } = listed;
  const { language, document, baseUrl } = shown;
  const audiences = operation['x-mcp-audiences'] ?? [];
  const body = schemaOf(listed.body);
  const words = [id, operation.summary, path, method, listed.tag, ...audiences].join(' ').toLowerCase();
  return (
    <details class="fold-box" id={id} data-words={words}>
      <summary>
        <h3>{id}</h3> <span class="soft">{operation.summary}</span>
      </summary>
      <p class="signature">
        <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
      </p>
      {operation.description && operation.description !== operation.summary && <p>{operation.description}</p>}
      <h4>{texts.access[language]}</h4>
      <Access listed={listed} language={language} />
      {audiences.length > 0 && (
        <>
          <h4>{texts.audiences[language]}</h4>
          <ul class="tags">
            {audiences.map((name) => (
              <li key={name}>{translateName(audienceTitles, name, language)}</li>
            ))}
          </ul>
        </>
      )}
      {listed.parameters.length > 0 && (
        <>
          <h4>{texts.parameters[language]}</h4>
          <FieldTable
            language={language}
            rows={listed.parameters.map(({ name = '', in: place, required, schema = {}, description }) => ({
              name: `${name} · ${place}`,
              schema,
              required: required ?? false,
              description,
            }))}
          />
        </>
      )}
      {body && (
        <>
          <h4>{texts.body[language]}</h4>
          <SchemaShape schema={body} shown={shown} />
        </>
      )}
      <h4>{texts.responses[language]}</h4>
      <Responses listed={listed} shown={shown} />
      <h4>{texts.example[language]}</h4>
      <Copyable
        id={`try-${id}`}
        text={formatCurl(document, listed, baseUrl)}
        language={language}
        label={id}
        block
      />
    </details>
  );
}

const audienceTitles = Object.fromEntries(
  Object.entries(audienceTexts).map(([name, { title }]) => [name, title]),
) as Readonly<Record<string, Text>>;

function Access({ listed, language }: { listed: ListedOperation; language: Language }) {
  const scopes = scopesOf(listed.operation);
  if (scopes.length > 0) return <ScopeList scopes={scopes} language={language} named />;
  return <p>{(isPublic(listed.operation) ? texts.public : texts.anyToken)[language]}</p>;
}

function Responses({ listed, shown }: { listed: ListedOperation; shown: ReferenceContext }) {
  return (
    <>
      {Object.entries(listed.operation.responses ?? {}).map(([status, given]) => {
        const reply = resolveReference(shown.document, given);
        const schema = status.startsWith('2') ? schemaOf(reply) : undefined;
        return (
          <div key={status}>
            <p>
              <code>{status}</code> {reply.description}
            </p>
            {schema && <SchemaShape schema={schema} shown={shown} />}
          </div>
        );
      })}
    </>
  );
}

/** A named schema is a link; one without a name shows its fields here. */
function SchemaShape({ schema, shown }: { schema: Schema; shown: ReferenceContext }) {
  const rows = schema.$ref ? [] : listFields(shown.document, schema);
  if (rows.length > 0) return <FieldTable rows={rows} language={shown.language} />;
  return (
    <p>
      <TypeName schema={schema} language={shown.language} />
    </p>
  );
}

function Schemas({
  schemas,
  shown,
}: {
  schemas: readonly (readonly [string, Schema])[];
  shown: ReferenceContext;
}) {
  return (
    <section aria-labelledby="schemas">
      <h2 id="schemas">{texts.schemas[shown.language]}</h2>
      {schemas.map(([name, schema]) => (
        <details key={name} class="fold-box" id={`schema-${name}`}>
          <summary>
            <h3>{name}</h3>
          </summary>
          {schema.description && <p>{schema.description}</p>}
          <SchemaShape schema={schema} shown={shown} />
        </details>
      ))}
    </section>
  );
}
