import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('admin')
export class AdminEntity {
  @PrimaryColumn({ type: 'bigint' })
  id: string

  @Column({ type: 'text' })
  username: string

  @Column({ type: 'text' })
  status: string
}
