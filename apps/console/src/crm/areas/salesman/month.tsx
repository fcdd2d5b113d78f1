import { type MonthFigure, monthFigures, type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { lazy, Suspense } from 'react'
import { Fact, Facts, useWords } from '#kit'
import { useNamed } from '#kit/detail/use-open.ts'
import { FigureButton } from '../../lead/figure-button.tsx'
import { useFigureText } from './figure-text.ts'

const RecordsDialog = lazy(() => import('../../lead/records-dialog.tsx'))

/** The figures of the month, each with the records behind it. */
export function Month({ row }: { row: SalesmanRow }) {
  const { t } = useWords(salesmanWords)
  const textOf = useFigureText()
  const [named, setFigure] = useNamed('figure')
  const figure = monthFigures.find((each) => each === named)
  return (
    <Facts title={t('section.month')}>
      {order.map((key) => (
        <Fact key={key} label={t(`month.${key}`)}>
          {row.month[key] !== null && (
            <FigureButton
              label={t(`month.${key}`)}
              value={textOf(row.month, key)}
              onClick={() => setFigure(key)}
            />
          )}
        </Fact>
      ))}
      <Suspense>
        {figure && (
          <RecordsDialog
            key={figure}
            title={`${row.name} · ${t(`month.${figure}`)}`}
            value={textOf(row.month, figure)}
            use={salesman.records}
            params={{ id: row.id }}
            body={{ figure }}
            onClose={() => setFigure(null)}
          />
        )}
      </Suspense>
    </Facts>
  )
}

const order: readonly MonthFigure[] = [
  ...(['claimed', 'assigned', 'contacted', 'won', 'lost', 'firstContactMinutes', 'wonFen'] as const),
]
