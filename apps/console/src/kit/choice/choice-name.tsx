import { useQuery } from '@tanstack/react-query'
import { type ChoiceSearch, choicesQuery, choiceText } from './choices-query.ts'

/** A record of which only the id is known, by its name; its id until the name arrives, or if the reader may not see the record. */
export function ChoiceName({ use, id }: { use: ChoiceSearch; id: string }) {
  const { data } = useQuery(choicesQuery(use, { ids: id }))
  const found = data?.find((choice) => choice.id === id)
  return <>{found ? choiceText(found) : id}</>
}
