import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { SidePanel } from '#kit/form/side-panel.tsx'
import { useWords } from '#kit/words/words.ts'
import { FigureCards } from './figure-cards.tsx'
import { periodText } from './period-text.ts'
import { type Asked, type DrillDown, partsOfRow, type TableRow } from './report-kind.ts'
import { rowName } from './row-name.tsx'
import { useFigureCards } from './use-figure-cards.ts'

/** All figures of one row, also those without a column; each opens its records. */
export default function RowPanel({ report, asked, row, isCompared, onOpen, onClose }: RowPanelProps) {
  const { t: word } = useWords(reportWords)
  const cards = useFigureCards(report, row.cells, false, isCompared)
  const title = [rowName(row, word), periodText(row.period, asked.grain)].filter(Boolean).join(' · ')
  return (
    <SidePanel title={title} onClose={onClose}>
      <FigureCards
        cards={cards}
        isWhole
        onOpen={(figure) => onOpen({ figure, side: 'now', ...partsOfRow(row.id) } as DrillDown)}
      />
    </SidePanel>
  )
}

interface RowPanelProps {
  report: Report
  asked: Asked
  row: TableRow
  isCompared: boolean
  onOpen: (drillDown: DrillDown) => void
  onClose: () => void
}
