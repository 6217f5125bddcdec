import type { Text } from '../../../../base/i18n/text.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import type { StorageOverview } from '../../../../store/system/operator-overview.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import { Table } from '../../ui/table.tsx';

export const texts = {
  title: { en: 'Storage', ru: 'Место' },
  database: { en: 'Database', ru: 'База данных' },
  files: { en: 'Photographs and files', ru: 'Фотографии и файлы' },
  byVillage: { en: 'Files by village', ru: 'Файлы по посёлкам' },
  village: { en: 'Village', ru: 'Посёлок' },
  all: { en: 'All', ru: 'Всего' },
  month: { en: 'In 30 days', ru: 'За 30 дней' },
} as const satisfies Record<string, Text>;

export function StorageCard({
  databaseBytes,
  fileBytes,
  settlements,
}: Pick<StorageOverview, 'databaseBytes' | 'fileBytes' | 'settlements'>) {
  const language = useLanguage();
  const size = (bytes: number) => (bytes === 0 ? '0' : formatFileSize(bytes, language));
  return (
    <Card heading={{ id: 'storage', title: texts.title[language] }}>
      <FactList
        facts={[
          [texts.database[language], size(databaseBytes)],
          [texts.files[language], size(fileBytes)],
        ]}
      />
      {settlements.length > 0 && (
        <Table
          caption={texts.byVillage[language]}
          columns={[
            { title: texts.village[language] },
            { title: texts.all[language], number: true },
            { title: texts.month[language], number: true },
          ]}
          rows={settlements.map(({ name, bytes, newBytes }) => [name, size(bytes), `+${size(newBytes)}`])}
        />
      )}
    </Card>
  );
}
