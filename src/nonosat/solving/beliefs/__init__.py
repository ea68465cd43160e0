"""Incomplete search, which proves nothing: belief propagation and the searches that follow it.

`messages` estimates the colours of cells, by sums over all placements of `stretches` (`lattice`, in the order of
`lattice_layout`; `unknown_lattice` for blocks of unknown colour or length; `compiled_sums`) and by
`message_arithmetic`. `decimation` fixes the surest cells, `reinforcement` draws all messages to a solution
(`reinforcement_settings`, `repair`), `phases` hands beliefs to a solver. `neighbors` looks for a second solution near
the first.
"""
