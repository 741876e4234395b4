#!/usr/bin/env python3
"""Write data/chemical_components.bin, the chemical component dictionary compiled into debye.

    pip install biotite==1.6.0 && python data/make_chemical_components.py [OUTPUT]

The source is the wwPDB Chemical Component Dictionary (CC0 1.0) as packaged in biotite. Every
component is written, obsolete ones too, with its kind and its heavy atoms: name, alternative name,
element and number of bonded hydrogens near pH 7 (the rules are in src/chemical_components.hpp).
Coordinates, bonds and everything else are left out. The output depends on the dictionary and on
the zlib library only: no time stamp, no unordered iteration.

File format, version 1; integers are little-endian, texts ASCII, fixed-size texts padded with NUL:

    header      magic "DEBYECCD"; u32 version, components, blocks, atom types; 12-byte date
    atom types  per type: u8 atomic number, u8 hydrogens, 2-byte element symbol in capitals
    directory   per block: 8-byte first id; u32 offset, packed size, raw size, components
    checksum    u32 CRC-32 of all the bytes above
    blocks      zlib streams

Block 0 holds the everyday components, so that most runs inflate nothing else; the others follow
in ascending order of id, so that the directory doubles as the index. Ids ascend within a block.
An inflated block is a sequence of columns, which compress better than rows:

    ids (literal texts); u8 kinds; varint atom counts; u8 atom types; names; alternative names

A literal text has the high bit set in its last byte. Names and alternative names are coded by
encode_label(): most are "C1 C2 N3 ...", each of which is told by the element and one byte.
"""

import struct
import sys
import zlib
from collections import Counter, defaultdict
from math import dist
from pathlib import Path

import numpy as np
from biotite.structure.info import get_ccd

OUTPUT = Path(__file__).resolve().parent / "chemical_components.bin"
ATOMS_PER_BLOCK = 4000  # heavy atoms; about 15 KB raw, which inflates in less than 0.1 ms

EVERYDAY = """
    ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL
    MSE SEC PYL UNK ASX GLX SEP TPO PTR CSO HYP PCA ACE NH2
    HOH DOD A C G U I N DA DC DG DT DU DI DN PSU 5MU 5MC
    NAG NDG BMA MAN FUC FUL GAL GLC GLA SIA BGC XYP
    ZN MG CA MN FE FE2 NA K CL BR IOD CU CU1 CO NI CD HG
    SO4 PO4 NO3 GOL EDO PEG PG4 ACT FMT CIT EPE MES TRS DMS BME IMD
    HEM HEC ATP ADP AMP GTP GDP NAD NAP NDP FAD FMN SAM SAH PLP COA SF4 FES UNX UNL
""".split()

SYMBOLS = """
    H HE LI BE B C N O F NE NA MG AL SI P S CL AR K CA SC TI V CR MN FE CO NI CU ZN GA GE AS SE BR
    KR RB SR Y ZR NB MO TC RU RH PD AG CD IN SN SB TE I XE CS BA LA CE PR ND PM SM EU GD TB DY HO
    ER TM YB LU HF TA W RE OS IR PT AU HG TL PB BI PO AT RN FR RA AC TH PA U NP PU AM CM BK CF ES
    FM MD NO LR RF DB SG BH HS MT DS RG CN NH FL MC LV TS OG
""".split()
ATOMIC_NUMBERS = {"X": 0, "D": 1} | {symbol: z for z, symbol in enumerate(SYMBOLS, start=1)}

OTHER, AMINO_ACID, NUCLEOTIDE, SACCHARIDE, WATER = range(5)  # as ComponentKind in the reader


def component_kind(comp_type, formula):
    comp_type = comp_type.upper()
    if formula in ("H2 O", "D2 O"):
        return WATER
    if "PEPTIDE" in comp_type and comp_type != "PEPTIDE-LIKE":
        return AMINO_ACID
    if "DNA" in comp_type or "RNA" in comp_type:
        return NUCLEOTIDE
    return SACCHARIDE if "SACCHARIDE" in comp_type else OTHER


def count_hydrogens(comp_id, elements, positions, bonds):
    """Hydrogens of each heavy atom; the arguments are keyed by atom name, bonds are pairs."""
    hydrogens = {name for name, element in elements.items() if element in ("H", "D")}
    heavy = [name for name in elements if name not in hydrogens]
    neighbours = defaultdict(list)
    for first, second in bonds:
        neighbours[first].append(second)
        neighbours[second].append(first)

    counts = Counter()
    for hydrogen in sorted(hydrogens):
        # A bridging hydrogen is counted once, one without a bond belongs to the nearest atom.
        owners = [name for name in neighbours[hydrogen] if name not in hydrogens]
        if not owners:
            owners = sorted(heavy, key=lambda name: dist(positions[name], positions[hydrogen]))
        counts.update(owners[:1])

    def is_deprotonated(name, centre):
        return (
            elements[name] in ("O", "S")
            and elements[centre] in ("C", "P", "S", "AS", "SE")
            and any(
                other != name and elements[other] in ("O", "S") and neighbours[other] == [centre]
                for other in neighbours[centre]
            )
        )

    for name in heavy:
        if any(is_deprotonated(name, centre) for centre in neighbours[name]):
            counts[name] = 0
    if comp_id in ("HIS", "DHI"):
        counts["ND1"] = 0
    return counts


def read_components():
    """({id: (kind, [(name, alternative name, symbol, hydrogens)])}, date of the last change)"""
    ccd = get_ccd()

    def rows(category, *columns):
        return zip(*(ccd[category][column].as_array().tolist() for column in columns))

    def coordinates(prefix, suffix):
        columns = (ccd["chem_comp_atom"][f"{prefix}_Cartn_{axis}{suffix}"] for axis in "xyz")
        return np.stack([column.as_array(float, masked_value=np.nan) for column in columns], axis=1)

    ideal = coordinates("pdbx_model", "_ideal")
    positions = np.where(np.isfinite(ideal), ideal, coordinates("model", "")).tolist()
    atoms, bonds = defaultdict(list), defaultdict(list)
    for row, position in zip(
        rows("chem_comp_atom", "comp_id", "atom_id", "alt_atom_id", "type_symbol"), positions
    ):
        atoms[row[0]].append((*row[1:], position))
    for comp_id, first, second in rows("chem_comp_bond", "comp_id", "atom_id_1", "atom_id_2"):
        bonds[comp_id].append((first, second))

    components = {}
    for comp_id, comp_type, formula in rows("chem_comp", "id", "type", "formula"):
        elements = {name: symbol.upper() for name, _, symbol, _ in atoms[comp_id]}
        places = {name: position for name, _, _, position in atoms[comp_id]}
        counts = count_hydrogens(comp_id, elements, places, bonds[comp_id])
        heavy = [
            (name, name if alternative in ("?", ".", "") else alternative, elements[name],
             counts[name])
            for name, alternative, _, _ in atoms[comp_id]
            if ATOMIC_NUMBERS[elements[name]] != 1
        ]
        components[comp_id] = (component_kind(comp_type, formula), heavy)
    return components, max(date for date, in rows("chem_comp", "pdbx_modified_date"))


def literal(text):
    *head, last = text.encode("ascii")
    assert all(0x20 <= byte < 0x7F for byte in (*head, last)), text
    return bytes((*head, last | 0x80))


def encode_label(label, symbol, last, name=None):
    """Code one atom name, or one alternative name if the atom's name is given.

    last: the numbers seen so far in this column of the component, by symbol and (None) by any.
    """
    stem, tail = label[: len(symbol)], label[len(symbol) :]
    number = int(tail) if stem == symbol and tail.isdigit() and tail[0] != "0" else None
    if label == name:
        code = b"\x00"
    elif name is not None and label == name.replace("'", "*"):
        code = b"\x05"
    elif number is not None and number == last.get(symbol, 0) + 1:
        code = b"\x01"
    elif number is not None and number == last.get(None, 0) + 1:
        code = b"\x02"
    elif label == symbol:
        code = b"\x03"
    elif stem == symbol:
        code = literal(tail)
    else:
        code = b"\x04" + literal(label)
    if number is not None:
        last[symbol] = last[None] = number
    return code


def varint(value):
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + varint(value >> 7)


def encode_block(block, types):
    names, alternatives = bytearray(), bytearray()
    for _, _, atoms in block:
        last_name, last_alternative = {}, {}
        for name, alternative, symbol, _ in atoms:
            names += encode_label(name, symbol, last_name)
            alternatives += encode_label(alternative, symbol, last_alternative, name)
    return b"".join((
        b"".join(literal(comp_id) for comp_id, _, _ in block),
        bytes(kind for _, kind, _ in block),
        b"".join(varint(len(atoms)) for _, _, atoms in block),
        bytes(types[symbol, count] for _, _, atoms in block for _, _, symbol, count in atoms),
        names,
        alternatives,
    ))


def main():
    components, date = read_components()
    frequency = Counter(atom[2:] for _, atoms in components.values() for atom in atoms)
    types = {key: i for i, key in enumerate(sorted(frequency, key=lambda k: (-frequency[k], k)))}

    blocks, size = [[(i, *components[i]) for i in sorted(set(EVERYDAY))], []], 0
    for comp_id in sorted(components.keys() - set(EVERYDAY)):
        if size >= ATOMS_PER_BLOCK:
            blocks.append([])
            size = 0
        blocks[-1].append((comp_id, *components[comp_id]))
        size += len(components[comp_id][1])

    raw = [encode_block(block, types) for block in blocks]
    packed = [zlib.compress(data, 9) for data in raw]
    head = struct.pack(
        "<8s4I12s", b"DEBYECCD", 1, len(components), len(blocks), len(types), date.encode()
    )
    for symbol, count in types:
        head += struct.pack("<BB2s", ATOMIC_NUMBERS[symbol], count, symbol.encode())
    offset = len(head) + 24 * len(blocks) + 4
    for block, data, stream in zip(blocks, raw, packed):
        first_id = block[0][0].encode()
        head += struct.pack("<8s4I", first_id, offset, len(stream), len(data), len(block))
        offset += len(stream)
    blob = head + struct.pack("<I", zlib.crc32(head)) + b"".join(packed)

    output = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    output.write_bytes(blob)
    print(f"{output}: {len(components)} components as of {date}, {len(blob)} bytes")


if __name__ == "__main__":
    main()
