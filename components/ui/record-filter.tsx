import { FilterSelect } from './filter-select'

type RecordFilterProps = {
  param: string
  label: string
  allLabel: string
  records: readonly { id: string; name: string }[]
}

/** Chooses among the company's own records (shops, entities); of one alone there is no choice. */
export const RecordFilter = ({ records, ...props }: RecordFilterProps) =>
  records.length > 1 && (
    <FilterSelect {...props} options={records.map(({ id, name }) => ({ value: id, label: name }))} />
  )
