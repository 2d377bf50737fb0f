"""Files of a board's electronics: netlist, schematic, lists of parts and wires, assembly."""
