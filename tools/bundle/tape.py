"""The same bot made into one file by stickytape: the second opinion on the flattener."""

import tempfile
from pathlib import Path

from tools.packages import missing_package

from .flatten import Bundle, checked_size, code_units, fitted
from .source import ENTRY, read_package
from .strip import Lines


def tape(root: Path, package: str, header: list[str]) -> Bundle:
    """Make one text of the package with stickytape, which packs the files and unpacks them at each start.

    Comments and docstrings stay as in the flat bundle. SystemExit if stickytape is not installed; BundleError if a
    module cannot be read or the text is too big.
    """
    try:
        import stickytape  # noqa: PLC0415  # the flat bundle must be built without any package
    except ModuleNotFoundError as error:
        raise missing_package(error, "tools.bundle") from None
    modules = read_package(root, package)

    def assemble(texts: list[Lines]) -> Bundle:
        with tempfile.TemporaryDirectory() as directory:
            place = Path(directory)
            (place / package).mkdir()
            for module, lines in zip(modules, texts, strict=True):
                text = "\n".join(line for line in lines if line is not None)
                (place / package / f"{module.name}.py").write_text(text, encoding="utf-8")
            # stickytape resolves relative imports in modules, but not in the script that it starts from.
            entry = (place / package / f"{ENTRY}.py").read_text(encoding="utf-8")
            script = place / "start.py"
            script.write_text(entry.replace("from .", f"from {package}."), encoding="utf-8")
            # The package's own file is taken from where it is.
            taped = stickytape.script(str(script), add_python_paths=[str(root)])
        text = "\n".join([*header, taped])
        return Bundle(text, [("stickytape's packing", code_units(text))], [])

    return checked_size(fitted(modules, assemble))
