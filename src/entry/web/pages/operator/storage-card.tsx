import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import type { show_operation } from '../../../../features/actions/show_operation.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';

export const texts = {
  title: { en: 'Storage', ru: 'Место' },
  database: { en: 'Database', ru: 'База данных' },
  files: { en: 'Photographs and files', ru: 'Фотографии и файлы' },
  byVillage: { en: 'Files by village', ru: 'Файлы по посёлкам' },
  growth: { en: '{all}, in 30 days +{new}', ru: '{all}, за 30 дней +{new}' },
} as const satisfies Record<string, Text>;

export function StorageCard({
  databaseBytes,
  fileBytes,
  settlements,
}: ReplyOf<typeof show_operation>['storage']) {
  const language = useLanguage();
  const size = (bytes: number) => (bytes === 0 ? '0' : formatFileSize(bytes, language));
  return (
    <Card heading={{ id: 'storage', title: texts.title }}>
      <FactList
        facts={[
          [texts.database, size(databaseBytes)],
          [texts.files, size(fileBytes)],
        ]}
      />
      {settlements.length > 0 && (
        <>
          <h3 class="gap-top gap-below">{texts.byVillage}</h3>
          {/* Three columns of a table do not fit beside the main column. */}
          <FactList
            facts={settlements.map(({ name, bytes, newBytes }) => [
              name,
              texts.growth[language].replace('{all}', size(bytes)).replace('{new}', size(newBytes)),
            ])}
          />
        </>
      )}
    </Card>
  );
}
